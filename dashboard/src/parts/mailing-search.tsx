import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { SearchBox } from './search-box.tsx';

interface Props {
  label: string;
  /** The text that the list is filtered by. */
  text: string | undefined;
  /** The form of this list's ids. */
  id: RegExp;
  open: (id: string) => LinkProps;
  /** The list filtered by the typed text; without it, the whole list. */
  filter: (wanted: string | undefined) => LinkProps;
}

/** An id opens its object; everything else filters the list. */
export function MailingSearch({ label, text, id, open, filter }: Props) {
  const navigate = useNavigate();
  const look = (wanted: string) => {
    const target = id.test(wanted) ? open(wanted) : filter(wanted === '' ? undefined : wanted);
    void navigate(target as Parameters<typeof navigate>[0]);
  };
  return <SearchBox label={label} text={text} look={look} />;
}
