import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { BalanceVerdict } from '@quincena/domain/treasury/balance-check'
import type { TreasuryDay } from '@quincena/domain/treasury/schema'
import { Card } from '../../components/card.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { verdictBadges } from '../treasury/verdict-words.ts'
import classes from './figures.module.css'

/** Without the opening balance STP was asked, but nothing could be compared. */
const whenTexts = {
  verified: 'Saldo comprobado',
  moving: 'Comprobado',
  difference: 'Comprobado',
  unopened: 'Consultado sin el saldo inicial',
} as const satisfies Record<BalanceVerdict, string>

/** STP's free balance at the last check of the day beside what the books said then, and when that was. */
export function StpCheck({ day: { check, day, today } }: { day: TreasuryDay }) {
  if (check === null)
    return (
      <Card title="Saldo según STP">
        <p className={classes.text}>
          {day === today ? 'Hoy todavía no se ha consultado.' : 'Ese día no se consultó.'}
        </p>
      </Card>
    )
  const { balance, booked, difference, verdict, checked_at } = check
  return (
    <Card title="Saldo según STP" action={<StatusBadge {...verdictBadges[verdict]} />}>
      <dl className={classes.lines}>
        <div>
          <dt>
            Disponible en STP
            <span className={classes.count}>Sin sus cargos pendientes</span>
          </dt>
          <dd>{formatMoney(balance)}</dd>
        </div>
        <div>
          <dt>
            Disponible en los libros
            <span className={classes.count}>Sin las órdenes que STP no ha liquidado</span>
          </dt>
          <dd>{formatMoney(booked)}</dd>
        </div>
        <div className={classes.sum}>
          <dt>Diferencia</dt>
          <dd>
            {difference === 0 ? (
              formatMoney(difference)
            ) : (
              <AnchorLink to="/tesoreria/movimientos" className={classes.link}>
                {formatMoney(difference)}
              </AnchorLink>
            )}
          </dd>
        </div>
      </dl>
      <p className={classes.text}>
        {whenTexts[verdict]} el {formatDateTime(checked_at)}.{' '}
        <AnchorLink to="/tesoreria/movimientos" size="sm" underline="always">
          Ver la comprobación
        </AnchorLink>
      </p>
    </Card>
  )
}
