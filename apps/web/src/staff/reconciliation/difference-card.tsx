import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatDate, formatDateTime, formatMoney } from '@quincena/domain/format'
import type { ReconciliationDifference, ReconciliationSide } from '@quincena/domain/reconciliation/schema'
import { reconciliationStateWords, wordsOfDifference } from '@quincena/domain/reconciliation/words'
import { purposeNames } from '@quincena/domain/transfers/words'
import { AnchorLink } from '../../components/links.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { productName } from '../../lib/brand.ts'
import { useUser } from '../../lib/session.ts'
import { typeWords } from '../loan/words.ts'
import classes from './difference-card.module.css'
import { NoteDialog } from './note-dialog.tsx'

type Difference = ReconciliationDifference

const sides = [
  { key: 'ours', label: productName() },
  { key: 'stp', label: 'STP' },
  { key: 'ledger', label: 'Libro contable' },
] as const

function SideCell({ side }: { side: ReconciliationSide | null }) {
  if (side === null) return <span className={classes.nothing}>No la tiene</span>
  return (
    <>
      <span className={classes.amount}>{formatMoney(side.amount)}</span>
      <span className={classes.standing}>{reconciliationStateWords[side.standing]}</span>
      {side.account !== null && side.account !== '' && (
        <span className={classes.account}>{side.account}</span>
      )}
    </>
  )
}

/** The order as each of the three sides has it. */
function Sides({ difference }: { difference: Difference }) {
  return (
    <dl className={classes.sides}>
      {sides.map(({ key, label }) => (
        <div key={key} className={classes.side}>
          <dt>{label}</dt>
          <dd>
            <SideCell side={difference[key]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function badgeOf({ closed_at, closed_by_staff, needs_review }: Difference) {
  if (closed_at === null)
    return needs_review
      ? ({ label: 'En revisión', tone: 'pending' } as const)
      : ({ label: 'Abierta', tone: 'rejected' } as const)
  return closed_by_staff
    ? ({ label: 'Cerrada', tone: 'done' } as const)
    : ({ label: 'Ya coincide', tone: 'accepted' } as const)
}

/** Tracking key of the order, with links to the order and its loan. */
function PlaceLinks({ difference, operation_date }: { difference: Difference; operation_date: string }) {
  const { tracking_key, transfer, incoming_payment, loan, loan_type, loan_folio, our_day } = difference
  const { purpose, person } = difference
  return (
    <p className={classes.where}>
      <span className={classes.key}>{tracking_key}</span>
      {purpose !== null && <span>{purposeNames[purpose]}</span>}
      {person !== null && <span>{person}</span>}
      {transfer !== null && (
        <AnchorLink to="/stp" search={{ order: transfer }}>
          Ver orden
        </AnchorLink>
      )}
      {incoming_payment !== null && (
        <AnchorLink to="/abonos" search={{ status: 'all', abono: incoming_payment }}>
          Ver abono
        </AnchorLink>
      )}
      {loan !== null && loan_type !== null && (
        <AnchorLink to={typeWords[loan_type].detailPath} params={{ id: loan }}>
          {loan_folio}
        </AnchorLink>
      )}
      {our_day !== null && our_day !== operation_date && <span>La registramos el {formatDate(our_day)}</span>}
    </p>
  )
}

function Note({ difference: { note, noted_by_name, noted_at } }: { difference: Difference }) {
  if (note === null) return null
  return (
    <blockquote className={classes.note}>
      {note}
      <footer>
        {noted_by_name}
        {noted_at !== null && `, ${formatDateTime(noted_at)}`}
      </footer>
    </blockquote>
  )
}

interface DifferenceCardProps {
  difference: Difference
  operation_date: string
}

/** One difference: kind, meaning, remedy, the three sides and the notes. */
export function DifferenceCard({ difference, operation_date }: DifferenceCardProps) {
  const [isNoteOpen, noteDialog] = useDisclosure(false)
  const [isClosing, closing] = useDisclosure(false)
  const isAdmin = useUser().user_type === 'U0'
  const { title, meaning, remedy } = wordsOfDifference(difference.order_type, difference.kind)
  const isOpen = difference.closed_at === null
  return (
    <article
      className={classes.card}
      data-open={isOpen}
      aria-label={`${title}, ${difference.tracking_key ?? 'sin clave'}`}
    >
      <div className={classes.words}>
        <header className={classes.head}>
          <h3 className={classes.title}>{title}</h3>
          <StatusBadge {...badgeOf(difference)} />
        </header>
        <PlaceLinks difference={difference} operation_date={operation_date} />
        <p className={classes.text}>{meaning}</p>
        {isOpen && (
          <p className={classes.text}>
            <strong>Qué hacer:</strong> {remedy}
          </p>
        )}
        <Note difference={difference} />
      </div>
      <div className={classes.facts}>
        <Sides difference={difference} />
        <footer className={classes.foot}>
          <span className={classes.foundDay}>Encontrada el {formatDateTime(difference.found_at)}</span>
          <Button variant="default" size="xs" onClick={noteDialog.open}>
            Anotar
          </Button>
          {isAdmin && isOpen && (
            <Button variant="default" size="xs" onClick={closing.open}>
              Cerrar
            </Button>
          )}
        </footer>
      </div>
      <NoteDialog id={difference.id} opened={isNoteOpen} onClose={noteDialog.close} />
      <NoteDialog id={difference.id} closes opened={isClosing} onClose={closing.close} />
    </article>
  )
}
