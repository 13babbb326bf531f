import { formatMoney } from '@quincena/domain/format'
import { FLOW_ORDER, flowWords } from '@quincena/domain/treasury/flows'
import type { MovementSet, TreasuryDay } from '@quincena/domain/treasury/schema'
import { Card } from '../../components/card.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import classes from './figures.module.css'

/** An amount that opens the list of exactly its movements; plain text if there is none. */
function Figure({
  day,
  set,
  amount,
  count,
}: {
  day: string
  set: MovementSet
  amount: number
  count: number
}) {
  if (count === 0) return <span className={classes.none}>{formatMoney(amount)}</span>
  return (
    <AnchorLink to="/tesoreria" search={{ day, set }} hash="movimientos" className={classes.link ?? ''}>
      {formatMoney(amount)}
    </AnchorLink>
  )
}

/** The balance with which the day began and ended, and the change between them. */
export function Balances({ day }: { day: TreasuryDay }) {
  const { opening, received, paid, closing } = day
  const figures = [
    { label: 'Saldo inicial', amount: opening },
    { label: 'Entradas', amount: received },
    { label: 'Salidas', amount: -paid },
    { label: day.day === day.today ? 'Saldo hasta ahora' : 'Saldo final', amount: closing },
  ]
  return (
    <dl className={classes.balances}>
      {figures.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What came to the account at STP, or left it, by what it was. */
export function Flows({ day, direction }: { day: TreasuryDay; direction: 'in' | 'out' }) {
  const lines = FLOW_ORDER.flatMap((flow) => {
    const { name, direction: way, is_usual } = flowWords(flow)
    const total = day.flows.find((found) => found.flow === flow)
    if (way !== direction || (total === undefined && !is_usual)) return []
    return { flow, name, count: total?.count ?? 0, amount: total?.amount ?? 0 }
  })
  const sum = direction === 'in' ? day.received : day.paid
  const count = lines.reduce((all, line) => all + line.count, 0)
  return (
    <Card title={direction === 'in' ? 'Entradas' : 'Salidas'}>
      <dl className={classes.lines}>
        {lines.map(({ flow, name, ...total }) => (
          <div key={flow}>
            <dt>
              {name}
              {total.count > 0 && (
                <span className={classes.count}>{pluralize(total.count, 'movimiento', 'movimientos')}</span>
              )}
            </dt>
            <dd>
              <Figure day={day.day} set={flow} {...total} />
            </dd>
          </div>
        ))}
        <div className={classes.sum}>
          <dt>Total</dt>
          <dd>
            <Figure day={day.day} set={direction} amount={sum} count={count} />
          </dd>
        </div>
      </dl>
    </Card>
  )
}

/** Money that orders took from other accounts and STP has not settled. */
export function Transit({ day }: { day: TreasuryDay }) {
  const { opening, ordered, left, closing } = day.transit
  return (
    <Card title="En camino">
      <dl className={classes.lines}>
        <div>
          <dt>Al comenzar el día</dt>
          <dd>{formatMoney(opening)}</dd>
        </div>
        <div>
          <dt>Se puso en camino</dt>
          <dd>
            <Figure day={day.day} set="ordered" {...ordered} />
          </dd>
        </div>
        <div>
          <dt>Se liquidó o volvió</dt>
          <dd>
            <Figure day={day.day} set="left" amount={-left.amount} count={left.count} />
          </dd>
        </div>
        <div className={classes.sum}>
          <dt>{day.day === day.today ? 'En camino ahora' : 'En camino al terminar el día'}</dt>
          <dd>
            <Figure day={day.day} set="in_transit" amount={closing} count={closing === 0 ? 0 : 1} />
          </dd>
        </div>
      </dl>
    </Card>
  )
}
