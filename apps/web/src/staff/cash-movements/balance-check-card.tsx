import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { BalanceCheck, BalanceState } from '@quincena/domain/treasury/balance-check-schema'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toast } from '../../components/toast.tsx'
import { useUser } from '../../lib/session.ts'
import { differenceText, verdictBadges } from '../treasury/verdict-words.ts'
import { balanceStateQuery, useRecordOpening } from './api.ts'
import { BalanceCaseCard } from './balance-case-card.tsx'
import classes from './balance-check-card.module.css'
import { signedText } from './movement-words.ts'

interface Side {
  title: string
  lines: readonly (readonly [label: string, amount: number])[]
  total: readonly [label: string, amount: number]
}

const sidesOf = ({ balance, pending, cash, transit }: BalanceCheck): readonly Side[] => [
  {
    title: 'Según STP',
    lines: [
      ['Saldo', balance],
      ['Cargos pendientes', -pending],
    ],
    total: ['Disponible en STP', balance - pending],
  },
  {
    title: 'Según nuestros libros',
    lines: [
      ['Efectivo en STP', cash],
      ['Órdenes que STP no ha liquidado', -transit],
    ],
    total: ['Disponible en los libros', cash - transit],
  },
]

/** An amount that may be subtracted: `−$250.50`. */
const moneyText = (amount: number) => (amount < 0 ? signedText(amount) : formatMoney(amount))

function Sides({ check }: { check: BalanceCheck }) {
  return (
    <div className={classes.sides}>
      {sidesOf(check).map(({ title, lines, total }) => (
        <dl key={title} className={classes.side} aria-label={title}>
          {lines.map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{moneyText(amount)}</dd>
            </div>
          ))}
          <div className={classes.total}>
            <dt>{total[0]}</dt>
            <dd>{moneyText(total[1])}</dd>
          </div>
        </dl>
      ))}
    </div>
  )
}

function explanationOf({ verdict, difference, difference_if_net }: BalanceCheck): string | null {
  if (verdict === 'verified') return null
  if (verdict === 'moving')
    return 'Había dinero en camino mientras STP contestaba. La diferencia puede ser solo eso: se comprueba de nuevo en unos minutos.'
  if (verdict === 'unopened')
    return 'Los libros empiezan sin el dinero que la cuenta ya tenía. Hasta registrarlo, el saldo no se puede comprobar.'
  if (difference_if_net === 0)
    return 'La diferencia es exactamente lo que STP reporta como cargos pendientes: puede que su saldo ya los descuente.'
  return `${differenceText(difference)}. Si la siguiente comprobación, 10 minutos después, da lo mismo, se abre un caso.`
}

/** Lets an admin post the difference of the newest check as the opening balance. */
function Opening({ check }: { check: BalanceCheck }) {
  const isAdmin = useUser().user_type === 'U0'
  const [isAsking, asking] = useDisclosure(false)
  const { mutateAsync } = useRecordOpening()
  const record = async () => {
    await mutateAsync({ check: check.id, amount: check.difference })
    toast.success('El saldo inicial quedó registrado.')
  }
  if (!isAdmin) return <Notice tone="info">Un administrador tiene que registrar el saldo inicial.</Notice>
  return (
    <>
      <Button className={classes.opening} onClick={asking.open}>
        Registrar saldo inicial
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="¿Registrar el saldo inicial?"
        subject={moneyText(check.difference)}
        text={`Es lo que STP tenía el ${formatDateTime(check.checked_at)} y nuestros libros no. Queda como dinero que el prestamista puso. Revisa antes que no falte registrar otro movimiento.`}
        confirmLabel="Registrar saldo inicial"
        onConfirm={record}
        onClose={asking.close}
      />
    </>
  )
}

function whenText({ check, verified_at, failure_reason }: BalanceState): string {
  const asked =
    check === null ? 'Todavía no se ha comprobado' : `Comprobado el ${formatDateTime(check.checked_at)}`
  const last =
    check === null || check.verdict === 'verified' || verified_at === null
      ? ''
      : `. Cuadró por última vez el ${formatDateTime(verified_at)}`
  return `${asked}${last}.${failure_reason === null ? '' : ` Desde entonces: ${failure_reason}`}`
}

function Checked({ check, needsOpening }: { check: BalanceCheck; needsOpening: boolean }) {
  const text = explanationOf(check)
  return (
    <>
      <Sides check={check} />
      <p className={classes.difference} data-off={check.difference !== 0}>
        <span>Diferencia</span>
        <strong>{check.difference === 0 ? formatMoney(0) : signedText(check.difference)}</strong>
      </p>
      {text !== null && <p className={classes.text}>{text}</p>}
      {needsOpening && check.verdict === 'unopened' && <Opening check={check} />}
    </>
  )
}

/** The last check of the balance at STP, to the centavo, and the case of a difference that lasts. */
export function BalanceCheckCard() {
  const { data, error, refetch } = useQuery(balanceStateQuery)
  if (data === undefined)
    return error === null ? (
      <CardsSkeleton cards={1} height={220} />
    ) : (
      <ErrorState title="No se pudo cargar la comprobación del saldo." error={error} onRetry={refetch} />
    )
  const { check, open_case, needs_opening } = data
  return (
    <div className={classes.parts}>
      <Card
        title="Saldo en STP contra los libros"
        action={check !== null && <StatusBadge {...verdictBadges[check.verdict]} />}
      >
        <p className={classes.text}>{whenText(data)}</p>
        {check !== null && <Checked check={check} needsOpening={needs_opening} />}
      </Card>
      {open_case !== null && <BalanceCaseCard id={open_case.id} />}
    </div>
  )
}
