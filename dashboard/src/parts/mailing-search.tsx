import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { SearchBox } from './search-box.tsx';

interface Props {
  label: string;
  reference: string | undefined;
  /** What an id of this list looks like. */
  id: RegExp;
  open: (id: string) => LinkProps;
  filter: (reference: string | undefined) => LinkProps;
}

/** An id opens what it stands for; everything else is looked for as a reference. */
export function MailingSearch({ label, reference, id, open, filter }: Props) {
  const navigate = useNavigate();
  const look = (wanted: string) => {
    const target = id.test(wanted) ? open(wanted) : filter(wanted === '' ? undefined : wanted);
    void navigate(target as Parameters<typeof navigate>[0]);
  };
  return <SearchBox label={label} text={reference} look={look} />;
}
