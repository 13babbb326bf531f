import { formatLongDateTime } from '@quincena/domain/format'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../components/notice.tsx'
import { payoutsQuery } from './api.ts'
import classes from './payouts-banner.module.css'

/** While all payouts are paused, shows who paused them, when and why; otherwise nothing. */
export function PayoutsBanner({ consequence }: { consequence: string }) {
  const { data } = useQuery(payoutsQuery)
  if (data?.paused !== true) return null
  const { by, at, reason } = data
  const since = [by, at === null ? null : formatLongDateTime(at)].filter(Boolean).join(', ')
  return (
    <div className={classes.banner}>
      <Notice tone="problem">
        <strong>Los envíos de dinero están en pausa{since === '' ? '' : ` (${since})`}.</strong>{' '}
        {reason !== null && <span className={classes.reason}>«{reason}» </span>}
        {consequence}
      </Notice>
    </div>
  )
}
