import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorText } from '../lib/api-error.ts'
import classes from './toast.module.css'

const duration_ms = 2500

type Tone = 'success' | 'error' | 'info'

const icons: Record<Tone, ReactNode> = {
  success: <IconCheck size={18} stroke={2} aria-hidden />,
  error: <IconAlertCircle size={18} stroke={2} aria-hidden />,
  info: <IconInfoCircle size={18} stroke={2} aria-hidden />,
}

function show(tone: Tone, message: string): void {
  notifications.show({
    id: `${tone}:${message}`,
    message,
    icon: icons[tone],
    autoClose: duration_ms,
    withCloseButton: false,
    radius: 'md',
    classNames: { root: classes.toast ?? '', icon: classes[tone] ?? '', description: classes.text ?? '' },
    role: tone === 'error' ? 'alert' : 'status',
  })
}

/** Short messages that leave by themselves after 2.5 s; the same one is not shown twice at once. */
export const toast = {
  success: (message: string) => show('success', message),
  info: (message: string) => show('info', message),
  /** A text, or a failure whose text is shown. */
  error: (reason: unknown) => show('error', typeof reason === 'string' ? reason : errorText(reason)),
}
