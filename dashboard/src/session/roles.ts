import type { Role } from '../api/objects.ts';

/** What a role may do besides reading. The functions decide; the page only hides what they would reject. */
const rights = {
  owner: ['send', 'develop', 'own'],
  developer: ['develop'],
  sender: ['send'],
  viewer: [],
} as const satisfies Record<Role, readonly string[]>;

/** `send`: create, edit and cancel mailings. `develop`: keys, requests and webhooks. `own`: settings and people. */
export type Right = (typeof rights)[Role][number];

export const roles = Object.keys(rights) as Role[];

export function may(role: Role, right: Right): boolean {
  return (rights[role] as readonly Right[]).includes(right);
}
