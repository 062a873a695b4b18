-- assigned_at is also when a property was restored from the archive.
grant update (assigned_at) on properties to dripline_app;
