import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { searchQuery } from '../api/queries.ts';
import { useLanguage } from '../language/language.tsx';
import { Dialog } from '../parts/confirm.tsx';
import { Icon } from '../parts/icons.tsx';
import { Failure } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { type Result, useActions, useFound } from './results.tsx';
import style from './search.module.css';

/** A pause in typing after which the text is looked for: one request for each text, not for each key. */
const PAUSE_MS = 200;
/** Shorter texts begin too many names. */
const FEWEST_LETTERS = 2;
/** As the service accepts it. */
const MOST_LETTERS = 100;

interface Props {
  open: boolean;
  onClose: () => void;
}

/** Finds what an account has, and where to go. */
export default function SearchEverything({ open, onClose }: Props) {
  const { t } = useLanguage();
  return (
    <Dialog title={t.search.open} open={open} onClose={onClose} grows>
      <Everything onClose={onClose} />
    </Dialog>
  );
}

function Everything({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const search = useSearchFor(text);
  const groups = [...useFound(search.found, search.text), ...useActions(text)];
  const results = groups.flatMap((group) => group.results);
  // The first result is chosen until another one is, also among those of the next text.
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, results.length - 1);
  const optionId = (result: Result) => `${id} ${result.key}`.replaceAll(/[\s/]/g, '-');
  const chosenId = results[at] && optionId(results[at]);
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  const go = (result: Result) => {
    onClose();
    void navigate(result.link as Parameters<typeof navigate>[0]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setChosen((at + step + results.length) % results.length);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && results[at] && !search.isLooking) go(results[at]);
  };

  return (
    <>
      <TextInput
        autoFocus
        role="combobox"
        aria-label={t.search.label}
        aria-expanded={results.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        {...(chosenId !== undefined && { 'aria-activedescendant': chosenId })}
        placeholder={t.search.label}
        autoComplete="off"
        maxLength={MOST_LETTERS}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        leftSection={<Icon name="search" size={18} />}
      />
      <p role="status" className={style.status}>
        {search.status(results.length)}
      </p>
      {search.error && <Failure error={search.error} retry={search.retry} />}
      <div id={id} role="listbox" aria-label={t.search.results} className={style.results}>
        {groups.map(({ label, results: some }) => (
          <div key={label} role="group" aria-labelledby={`${id} ${label}`.replaceAll(' ', '-')}>
            <div id={`${id} ${label}`.replaceAll(' ', '-')} className={style.groupLabel}>
              {label}
            </div>
            {some.map((result) => (
              <div
                key={result.key}
                id={optionId(result)}
                role="option"
                aria-selected={optionId(result) === chosenId}
                className={style.result}
                onClick={() => go(result)}
              >
                <Icon name={result.icon} size={20} />
                <span className={style.resultText}>
                  <span>{result.label}</span>
                  {result.description !== undefined && <small>{result.description}</small>}
                </span>
                {result.mark}
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

/** What the service finds for a text, once the typing pauses: one request. */
function useSearchFor(typed: string) {
  const { t } = useLanguage();
  const { accountId } = useAccount();
  const wanted = typed.trim();
  const [text] = useDebouncedValue(wanted, PAUSE_MS);
  const isWanted = wanted.length >= FEWEST_LETTERS;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(accountId, text),
    enabled: text.length >= FEWEST_LETTERS,
  });
  const isLooking = isWanted && (wanted !== text || (isFetching && (!data || isPlaceholderData || error !== null)));
  const failed = isWanted && !isLooking ? error : null;
  return {
    /** The text that was looked for. */
    text,
    found: isWanted ? data : undefined,
    isLooking,
    error: failed,
    retry: () => void refetch(),
    status: (count: number): string => {
      if (!isWanted) return t.search.hint;
      if (isLooking) return t.search.looking;
      if (failed || !data) return '';
      const fields = data.searched.map((field) => t.search.fields[field]);
      return count === 0 ? t.search.nothing(text, fields) : t.search.count(count);
    },
  };
}
