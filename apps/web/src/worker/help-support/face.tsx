import type { FeedbackLevel } from '@quincena/domain/feedback/schema'

const mouthPaths: Record<FeedbackLevel, string> = {
  low: 'M14 28c2.5-4 9.5-4 12 0',
  medium: 'M14 26h12',
  high: 'M14 24c2.5 5 9.5 5 12 0',
}

/** Sad, neutral or happy face. Hidden from screen readers, because the text beside it says the same. */
export function Face({ level }: { level: FeedbackLevel }) {
  return (
    <svg width="44" height="44" viewBox="0 0 40 40" fill="none" aria-hidden="true">
      <circle cx="20" cy="20" r="17" stroke="currentColor" strokeWidth="2" />
      <circle cx="14.5" cy="16.5" r="2" fill="currentColor" />
      <circle cx="25.5" cy="16.5" r="2" fill="currentColor" />
      <path d={mouthPaths[level]} stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
