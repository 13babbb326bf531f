import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

const icons = { problem: IconAlertCircle, done: IconCircleCheck, info: IconInfoCircle } as const

interface NoticeProps {
  /** Screen readers announce `problem` at once. */
  tone: keyof typeof icons
  children: ReactNode
}

/** A permanent message within a screen: an error, a success or information. */
export function Notice({ tone, children }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'problem' ? 'alert' : 'status'}>
      <Icon className={classes.icon ?? ''} size={20} stroke={1.75} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
