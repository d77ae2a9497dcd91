-- Failed attempts to sign in are counted per user and address, in memory: nobody is locked out any more.
alter table users drop column failed_logins;
alter table users drop column locked_until;
