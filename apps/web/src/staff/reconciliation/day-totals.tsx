import { formatMoney } from '@quincena/domain/format'
import type { ReconciliationDay } from '@quincena/domain/reconciliation/schema'
import { IconEqual, IconEqualNot } from '@tabler/icons-react'
import { productName } from '../../lib/brand.ts'
import classes from './day-totals.module.css'

type Totals = NonNullable<ReconciliationDay['totals']>

const sides = [
  { key: 'ours', title: productName(), source: 'Nuestras órdenes' },
  { key: 'stp', title: 'STP', source: 'Su lista del día' },
  { key: 'ledger', title: 'Libro contable', source: 'Los movimientos registrados' },
] as const
const parts = [
  { key: 'settled', label: 'Liquidadas' },
  { key: 'back', label: 'Devueltas o canceladas' },
] as const

const ordersText = (count: number) => (count === 1 ? '1 orden' : `${count.toLocaleString('es-MX')} órdenes`)

function isEqual(left: Totals['ours'], right: Totals['ours']): boolean {
  return (['sent', 'settled', 'back'] as const).every(
    (part) => left[part].count === right[part].count && left[part].amount === right[part].amount,
  )
}

/** Shows whether two neighbouring sides have the same totals. */
function Link({ same }: { same: boolean }) {
  const Icon = same ? IconEqual : IconEqualNot
  return (
    <span className={classes.link} data-same={same} role="img" aria-label={same ? 'Coincide' : 'No coincide'}>
      <Icon size={18} stroke={2} aria-hidden />
    </span>
  )
}

/** Totals of the day on the three sides: the amount sent, and the amounts by reconciliation state. */
export function DayTotals({ totals }: { totals: Totals }) {
  return (
    <section className={classes.sides} aria-label="Totales del día">
      {sides.map(({ key, title, source }, index) => {
        const before = sides[index - 1]
        const { sent } = totals[key]
        return (
          <div key={key} className={classes.side}>
            {before && <Link same={isEqual(totals[key], totals[before.key])} />}
            <h2 className={classes.title}>{title}</h2>
            <p className={classes.source}>{source}</p>
            <p className={classes.amount}>{formatMoney(sent.amount)}</p>
            <p className={classes.count}>{ordersText(sent.count)}</p>
            <dl className={classes.parts}>
              {parts.map((part) => (
                <div key={part.key} className={classes.part}>
                  <dt>{part.label}</dt>
                  <dd>
                    {totals[key][part.key].count.toLocaleString('es-MX')} ·{' '}
                    {formatMoney(totals[key][part.key].amount)}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )
      })}
    </section>
  )
}
