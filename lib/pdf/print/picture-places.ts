import { mm } from '../base/geometry.ts';

/** The largest a logo is printed. */
export const LOGO_ROOM = { width: mm(55), height: mm(20) } as const;

/** Side of the printed QR code (rule DOC-14), without a margin of its own: the space around it must be blank. */
export const QR_SIDE = mm(25);
