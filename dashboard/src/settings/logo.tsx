import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import type { Account } from '../api/objects.ts';
import { accountQuery } from '../api/queries.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icons.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Failure, Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { fitLogo } from './fit-logo.ts';
import style from './settings.module.css';
import { useSettingsLanguage } from './texts.ts';

type Outcome = 'saved' | 'smaller' | 'removed' | 'unreadable';

/** The logo of verification letters and of the page where people confirm. */
export function LogoSheet({ account }: { account: Account }) {
  const { t } = useSettingsLanguage();
  const { accountId, api, may } = useAccount();
  const client = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState(false);
  const reread = () => client.invalidateQueries(accountQuery(accountId));
  const setting = useMutation({
    mutationFn: async (file: File): Promise<Outcome> => {
      const fitted = await fitLogo(file);
      if (!fitted) return 'unreadable';
      const logo = await api.setLogo(fitted.content);
      client.setQueryData([accountId, 'logo', logo.sha256], logo);
      await reread();
      return fitted.changed ? 'smaller' : 'saved';
    },
  });
  const removing = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      await api.removeLogo();
      await reread();
      setAsking(false);
      return 'removed';
    },
  });
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // The same file may be chosen again.
    currentTarget.value = '';
    if (!file) return;
    removing.reset();
    setting.mutate(file);
  };
  const outcome = removing.data ?? setting.data;
  return (
    <Sheet title={t.settings.logo}>
      <p className={parts.intro}>{t.settings.logoHint}</p>
      {account.logo ? <Picture sha256={account.logo.sha256} /> : <p className={parts.plain}>{t.settings.noLogo}</p>}
      {setting.error && <Failure error={setting.error} />}
      {may('own') && (
        <div className={style.acts}>
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label={t.settings.chooseLogo}
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            onChange={choose}
          />
          <Button variant="default" loading={setting.isPending} onClick={() => chooser.current?.click()}>
            {account.logo ? t.settings.changeLogo : t.settings.chooseLogo}
          </Button>
          {account.logo && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<Icon name="trash" size={18} />}
              onClick={() => setAsking(true)}
            >
              {t.settings.removeLogo}
            </Button>
          )}
        </div>
      )}
      <p role="status" className={parts.plain}>
        {outcome ? t.settings.logoOutcomes[outcome] : ''}
      </p>
      <Confirm
        title={t.settings.removeLogoTitle}
        open={asking}
        onClose={() => {
          setAsking(false);
          if (removing.error) removing.reset();
        }}
        action={t.settings.removeLogo}
        destroys
        pending={removing.isPending}
        error={removing.error}
        onConfirm={() => {
          setting.reset();
          removing.mutate();
        }}
      >
        <p>{t.settings.removeLogoWhat}</p>
      </Confirm>
    </Sheet>
  );
}

/** On white, like the letter, whatever the color scheme. */
function Picture({ sha256 }: { sha256: string }) {
  const { t } = useSettingsLanguage();
  const { accountId, api } = useAccount();
  const logo = useQuery({ queryKey: [accountId, 'logo', sha256], queryFn: api.logo, staleTime: Infinity });
  return (
    <Ready query={logo} rows={2}>
      {({ content_type, content, width, height }) => (
        <p className={style.paper}>
          <img
            src={`data:${content_type};base64,${content}`}
            width={width}
            height={height}
            alt={t.settings.logoOf}
            className={style.logo}
          />
        </p>
      )}
    </Ready>
  );
}
