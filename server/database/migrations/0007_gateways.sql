-- Staff change and remove gateways by requests, within the properties of their scope.
grant update (serial_number, name, interval_minutes), delete on gateways to dripline_app;
