import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Session } from '../api/objects.ts';
import { Icon } from '../parts/icons.tsx';
import style from './shell.module.css';

interface Props {
  accounts: Session['accounts'];
  /** The account on the screen. */
  current: string;
  children: ReactNode;
}

/** The accounts of a person who has several, open. A separate file: it loads when somebody asks for it. */
export default function AccountMenu({ accounts, current, children }: Props) {
  const navigate = useNavigate();
  return (
    <Menu defaultOpened width="target" position="bottom-start" withinPortal={false} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className={style.accountButton}>
          {children}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {accounts.map(({ id, name }) => (
          <Menu.Item
            key={id}
            aria-current={id === current ? 'true' : undefined}
            rightSection={id === current ? <Icon name="check" size={16} /> : null}
            onClick={() => void navigate({ to: '/$accountId', params: { accountId: id } })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
