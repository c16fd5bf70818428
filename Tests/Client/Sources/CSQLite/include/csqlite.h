int client_sqlite(void);
