import classes from './status-badge.module.css'

export type Tone = 'accepted' | 'pending' | 'rejected' | 'active' | 'done' | 'neutral'

interface StatusBadgeProps {
  tone: Tone
  /** The state in words; it carries the meaning, the dot only helps. */
  label: string
}

/** A state: a dot whose colour and shape say the tone, and the word in ink. */
export function StatusBadge({ tone, label }: StatusBadgeProps) {
  return (
    <span className={classes.badge}>
      <span className={classes.dot} data-tone={tone} aria-hidden />
      {label}
    </span>
  )
}
