import { businessDay } from '@quincena/domain/dates'
import { formatLongDate, formatTime } from '@quincena/domain/format'
import type { OwnConsent } from '@quincena/domain/legal/schema'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Loaded } from '../../../components/phone/loaded.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { LinesSkeleton } from '../../../components/skeletons.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { ownConsentsQuery } from '../api.ts'
import { LegalSheet } from '../legal-sheet.tsx'
import { MarketingHistory } from '../marketing/marketing-history.tsx'
import { legalTitles } from '../titles.ts'
import classes from './consents-page.module.css'

function Consent({ consent, onRead }: { consent: OwnConsent; onRead: () => void }) {
  const { document, version, accepted_at, is_current } = consent
  return (
    <li>
      <button type="button" className={classes.consent} onClick={onRead}>
        <span className={classes.words}>
          <span className={classes.name}>
            {legalTitles[document]}, versión {version}
          </span>
          <span className={classes.detail}>
            Lo aceptaste el {formatLongDate(businessDay(accepted_at), { withYear: true })},{' '}
            {formatTime(accepted_at)}
          </span>
          <StatusBadge
            tone={is_current ? 'accepted' : 'neutral'}
            label={is_current ? 'Vigente' : 'Versión anterior'}
          />
        </span>
        <IconChevronRight className={classes.chevron} size={20} stroke={1.75} aria-hidden />
      </button>
    </li>
  )
}

/** Every text that the worker accepted, with date and version; a tap opens that version. */
export function ConsentsPage() {
  const query = useQuery(ownConsentsQuery)
  const [read, setRead] = useState<OwnConsent | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = (consent: OwnConsent) => {
    setRead(consent)
    setIsOpen(true)
  }
  return (
    <>
      <ScreenHeader title="Lo que aceptaste" backTo="/app/profile" />
      <div className={stack.stack}>
        <p className={stack.lead}>Cada texto que aceptaste, con su fecha. Toca uno para leerlo.</p>
        <Loaded
          query={query}
          skeleton={<LinesSkeleton lines={6} />}
          errorTitle="No pudimos traer lo que aceptaste"
        >
          {({ consents, marketing }) => (
            <>
              {consents.length === 0 ? (
                <EmptyState title="Todavía no aceptas ningún texto" />
              ) : (
                <ul className={stack.list} aria-label="Lo que aceptaste">
                  {consents.map((consent) => (
                    <Consent
                      key={`${consent.document} ${consent.version}`}
                      consent={consent}
                      onRead={() => open(consent)}
                    />
                  ))}
                </ul>
              )}
              {marketing !== undefined && <MarketingHistory {...marketing} />}
            </>
          )}
        </Loaded>
      </div>
      <LegalSheet
        document={isOpen ? (read?.document ?? null) : null}
        version={read?.version}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
