-- The people whom an account shares with, found without reading all that it shares.
create index device_shares_of_account on device_shares (account_id, user_id);
create index network_shares_of_account on network_shares (account_id, user_id);
