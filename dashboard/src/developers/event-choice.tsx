import { Checkbox, Radio } from '@mantine/core';
import { useLanguage } from '../language/language.tsx';
import letters from '../letters/letters.module.css';

/** `*` means all events, including types added later. */
export const EVERYTHING = '*';

interface Props {
  value: readonly string[];
  onChange: (events: string[]) => void;
  error: string | undefined;
}

export function EventChoice({ value, onChange, error }: Props) {
  const { t } = useLanguage();
  const all = value.includes(EVERYTHING);
  const types = Object.keys(t.events.names);
  return (
    <>
      <Radio.Group
        label={t.webhooks.events}
        value={all ? 'all' : 'some'}
        error={error}
        onChange={(choice) => onChange(choice === 'all' ? [EVERYTHING] : [])}
      >
        <div className={letters.options}>
          <Radio value="all" label={t.webhooks.allEvents} description={t.webhooks.allEventsHint} />
          <Radio value="some" label={t.webhooks.someEvents} />
        </div>
      </Radio.Group>
      {!all && (
        <Checkbox.Group value={[...value]} onChange={onChange} aria-label={t.webhooks.someEvents} mt="sm">
          <div className={letters.choices}>
            {['letter', 'verification', 'webhook_endpoint'].map((object) => (
              <div key={object} className={letters.options}>
                {types
                  .filter((type) => type.startsWith(`${object}.`))
                  .map((type) => (
                    <Checkbox key={type} value={type} label={t.events.names[type]} description={type} />
                  ))}
              </div>
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}
