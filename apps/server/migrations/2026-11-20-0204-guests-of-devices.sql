-- Who is told of what happens to a device is asked by the device alone.
create index network_connections_by_device_alone on network_connections (device_id);
