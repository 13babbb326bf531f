import { businessDay } from '@quincena/domain/dates'
import { formatLongDate, formatTime } from '@quincena/domain/format'
import { MARKETING_WORDING, type MarketingConsent } from '@quincena/domain/legal/marketing'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { StatusBadge } from '../../../components/status-badge.tsx'

/** What the worker decided about advertising, newest first. */
export function MarketingHistory({ is_given, history }: MarketingConsent) {
  return (
    <Panel title="Publicidad">
      <StatusBadge
        tone={is_given ? 'accepted' : 'neutral'}
        label={is_given ? 'Aceptas recibirla' : 'No la aceptas'}
      />
      <p className={stack.note}>«{MARKETING_WORDING.text}». Lo cambias en «Configura tus notificaciones».</p>
      {history.map((one) => (
        <p key={one.decided_at} className={stack.note}>
          {one.is_given ? 'La aceptaste' : 'La retiraste'} el{' '}
          {formatLongDate(businessDay(one.decided_at), { withYear: true })}, {formatTime(one.decided_at)}{' '}
          (versión {one.wording_version})
        </p>
      ))}
    </Panel>
  )
}
