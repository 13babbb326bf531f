import classes from './status-badge.module.css'

export type Tone = 'accepted' | 'pending' | 'rejected' | 'active' | 'done' | 'neutral'

interface StatusBadgeProps {
  tone: Tone
  /** The status as text, which carries the meaning; the dot is hidden from screen readers. */
  label: string
}

/** A status: a dot whose colour and shape depend on the tone, and the text. */
export function StatusBadge({ tone, label }: StatusBadgeProps) {
  return (
    <span className={classes.badge}>
      <span className={classes.dot} data-tone={tone} aria-hidden />
      {label}
    </span>
  )
}
