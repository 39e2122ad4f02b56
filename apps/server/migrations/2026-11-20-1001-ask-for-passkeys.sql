-- A passkey can be what a password is not enough without.

alter table auth.second_factors
  drop constraint second_factors_method_is_known,
  add constraint second_factors_method_is_known
    check (method in ('NO_MFA', 'SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'WEB_AUTHN'));
