import type { DashboardSummary } from '@quincena/domain/dashboard/schema'
import { IconCircleCheck } from '@tabler/icons-react'
import { AnchorLink } from '../../components/links.tsx'
import classes from './attention.module.css'

interface AttentionItem {
  count: number
  one: string
  many: string
  link: { to: '/creditos' | '/anticipos' | '/stp'; search: object }
  tone: 'pending' | 'rejected'
}

function listAttentionItems({
  requests,
  overdue,
  returned_payouts,
  transfers_in_review,
}: DashboardSummary['attention']) {
  const all: AttentionItem[] = [
    {
      count: requests.credit,
      one: 'crédito por decidir',
      many: 'créditos por decidir',
      link: { to: '/creditos', search: { status: 'INA' } },
      tone: 'pending',
    },
    {
      count: requests.advance,
      one: 'anticipo por decidir',
      many: 'anticipos por decidir',
      link: { to: '/anticipos', search: { status: 'INA' } },
      tone: 'pending',
    },
    {
      count: overdue.credit,
      one: 'crédito retrasado',
      many: 'créditos retrasados',
      link: { to: '/creditos', search: { active_status: 'DEL' } },
      tone: 'rejected',
    },
    {
      count: overdue.advance,
      one: 'anticipo retrasado',
      many: 'anticipos retrasados',
      link: { to: '/anticipos', search: { active_status: 'DEL' } },
      tone: 'rejected',
    },
    {
      count: returned_payouts.credit + returned_payouts.advance,
      one: 'depósito devuelto',
      many: 'depósitos devueltos',
      link: { to: '/stp', search: { state: 'D' } },
      tone: 'rejected',
    },
    {
      count: transfers_in_review,
      one: 'orden STP en revisión',
      many: 'órdenes STP en revisión',
      link: { to: '/stp', search: { needs_review: true } },
      tone: 'rejected',
    },
  ]
  return all.filter(({ count }) => count > 0)
}

/** Lists what staff must attend to, each item as a link to its screen. */
export function Attention({ attention }: { attention: DashboardSummary['attention'] }) {
  const matters = listAttentionItems(attention)
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
