import { Anchor } from '@mantine/core'
import type { Assistance } from '@quincena/domain/assistances/schema'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../../components/empty-state.tsx'
import { NoAssistancesDrawing } from '../../../components/phone/empty-drawings.tsx'
import { Loaded } from '../../../components/phone/loaded.tsx'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { assistancesQuery } from '../api.ts'
import { AssistanceCard } from '../assistance-card.tsx'
import { AssistanceSheet } from '../assistance-sheet.tsx'
import { CallLender } from '../call-lender.tsx'
import classes from './news-list-page.module.css'

/** Assistance card, with a link to its external page if it has one. */
function Entry({ assistance, onOpen }: { assistance: Assistance; onOpen: (assistance: Assistance) => void }) {
  const { name, url } = assistance
  return (
    <div>
      <AssistanceCard assistance={assistance} onOpen={onOpen} />
      {url && (
        <Anchor
          className={classes.more}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Más información: ${name}`}
        >
          Más información
          <IconExternalLink size={18} stroke={1.75} aria-hidden />
        </Anchor>
      )}
    </div>
  )
}

function AllAssistances() {
  const query = useQuery(assistancesQuery)
  const [open, setOpen] = useState<Assistance | null>(null)
  return (
    <Loaded
      query={query}
      skeleton={<CardsSkeleton cards={4} height={104} />}
      errorTitle="Error al obtener los datos."
    >
      {({ categories, support_phone }) => (
        <>
          <CallLender />
          {categories.length === 0 && (
            <EmptyState drawing={<NoAssistancesDrawing />} title="Por ahora no hay asistencias" />
          )}
          {categories.map(({ name, assistances }) => (
            <section key={name} className={classes.category}>
              <h2 className={classes.title}>{name}</h2>
              {assistances.map((assistance) => (
                <Entry key={assistance.id} assistance={assistance} onOpen={setOpen} />
              ))}
            </section>
          ))}
          <AssistanceSheet assistance={open} phone={support_phone} onClose={() => setOpen(null)} />
        </>
      )}
    </Loaded>
  )
}

/** Screen «Asistencias»: all assistances by category. */
export function NewsListPage() {
  return (
    <>
      <ScreenHeader title="Asistencias" backTo="/app/home" />
      <AllAssistances />
    </>
  )
}
