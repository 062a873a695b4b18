-- The stretches of a meter whose device values a person excluded, under the name that the code has for them.
alter table set_aside rename to excluded_stretches;
