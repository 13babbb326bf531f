import type { Icon } from '@tabler/icons-react'

/** The icon of a button or a menu entry, whose text says what it does. */
export const smallIcon = (Shape: Icon) => <Shape size={18} stroke={1.75} aria-hidden />
