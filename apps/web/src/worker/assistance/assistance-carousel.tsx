import type { Assistance } from '@quincena/domain/assistances/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AnchorLink } from '../../components/links.tsx'
import { AutoCarousel } from '../../components/phone/auto-carousel.tsx'
import { Loaded } from '../../components/phone/loaded.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import { assistancesQuery } from './api.ts'
import { AssistanceCard } from './assistance-card.tsx'
import classes from './assistance-carousel.module.css'
import { AssistanceSheet } from './assistance-sheet.tsx'

/** Carousel of all assistances; moves every 3 s. */
export function AssistanceCarousel() {
  const query = useQuery(assistancesQuery)
  const [open, setOpen] = useState<Assistance | null>(null)
  return (
    <section>
      <header className={classes.head}>
        <h2 className={classes.title}>Asistencias</h2>
        <AnchorLink to="/app/news-list" className={classes.all ?? ''}>
          Ver todos
        </AnchorLink>
      </header>
      <Loaded
        query={query}
        skeleton={
          <div className={classes.waiting}>
            <CardsSkeleton cards={1} height={104} />
          </div>
        }
        errorTitle="Error al obtener los datos."
      >
        {({ categories, support_phone }) => (
          <>
            <AutoCarousel label="Asistencias" every_ms={3000}>
              {categories
                .flatMap(({ assistances }) => assistances)
                .map((assistance) => (
                  <AssistanceCard key={assistance.id} assistance={assistance} onOpen={setOpen} />
                ))}
            </AutoCarousel>
            <AssistanceSheet assistance={open} phone={support_phone} onClose={() => setOpen(null)} />
          </>
        )}
      </Loaded>
    </section>
  )
}
