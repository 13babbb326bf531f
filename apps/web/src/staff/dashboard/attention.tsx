import { attentionItems } from '@quincena/domain/dashboard/attention'
import type { DashboardSummary } from '@quincena/domain/dashboard/schema'
import { IconCircleCheck } from '@tabler/icons-react'
import { AnchorLink } from '../../components/links.tsx'
import classes from './attention.module.css'

/** Lists what staff must attend to, each item as a link to its screen. */
export function Attention({ attention }: { attention: DashboardSummary['attention'] }) {
  const matters = attentionItems(attention)
  if (matters.length === 0) {
    return (
      <p className={classes.calm}>
        <IconCircleCheck size={20} stroke={1.75} aria-hidden />
        Nada por atender: todo está al día.
      </p>
    )
  }
  return (
    <section className={classes.row} aria-labelledby="por-atender">
      <h2 className={classes.title} id="por-atender">
        Por atender
      </h2>
      <ul className={classes.list}>
        {matters.map(({ count, one, many, link, tone }) => (
          <li key={many}>
            <AnchorLink {...link} className={classes.matter} underline="never">
              <span className={classes.dot} data-tone={tone} aria-hidden />
              <strong>{count.toLocaleString('es-MX')}</strong> {count === 1 ? one : many}
            </AnchorLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
