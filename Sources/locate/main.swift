print("locate")
