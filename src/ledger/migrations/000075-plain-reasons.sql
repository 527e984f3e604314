-- Reasons and problems of earlier versions have commands in them. A sentence is the same on every channel now; the command line adds what is typed.
update payrun.payment set reason = regexp_replace(
    regexp_replace(reason, '(must release it|If both are meant|If all of it is to be paid again): payrun release .* --as NAME\.$', '\1, an approver releases it.'),
    'must release it, an approver releases it\.$', 'must release it.')
  where reason like '%: payrun release % --as NAME.';

update payrun.payment set problems = replace(replace(replace(replace(problems::text,
    ', or say --decimal point or --decimal comma.', '.'),
    'and --decimal asked for ', 'and the sheet was to have '),
    ', or name who pays such rows with --merchant.', '.'),
    'to one that `payrun merchants list` shows, for example', 'to the name of one, for example')::jsonb
  where problems::text similar to '%(--decimal|--merchant|`payrun merchants list`)%';

update payrun.run set note = regexp_replace(
    replace(note, 'and --on-invalid stop was asked for.', 'and one wrong row stops all of it.'),
    'more than --on-invalid (\S+) allows\.', 'more than the \1 that are allowed.')
  where note like '%--on-invalid%';
