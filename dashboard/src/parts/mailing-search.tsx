import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { SearchBox } from './search-box.tsx';

interface Props {
  label: string;
  /** What the list is narrowed to. */
  text: string | undefined;
  /** What an id of this list looks like. */
  id: RegExp;
  open: (id: string) => LinkProps;
  /** The list narrowed to what was typed; without it, the whole. */
  filter: (wanted: string | undefined) => LinkProps;
}

/** An id opens what it stands for; everything else narrows the list. */
export function MailingSearch({ label, text, id, open, filter }: Props) {
  const navigate = useNavigate();
  const look = (wanted: string) => {
    const target = id.test(wanted) ? open(wanted) : filter(wanted === '' ? undefined : wanted);
    void navigate(target as Parameters<typeof navigate>[0]);
  };
  return <SearchBox label={label} text={text} look={look} />;
}
