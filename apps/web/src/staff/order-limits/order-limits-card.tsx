import { Button, TextInput } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import {
  type DailyLimits,
  LIMITED_PURPOSES,
  type LimitedPurpose,
  type LimitUsage,
  type OrderLimits,
} from '@quincena/domain/transfers/limits'
import { limitNames } from '@quincena/domain/transfers/words'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { FormError } from '../../components/form-error.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { SecondAdmin } from '../protected-setting/second-admin.tsx'
import { orderLimitsQuery } from './api.ts'
import classes from './order-limits-card.module.css'
import { type LimitsFormState, useLimitsForm } from './use-limits-form.ts'

const purposes = {
  refund: 'Saldo a favor que se devuelve a los trabajadores.',
  return: 'Abonos de ordenantes desconocidos que se regresan.',
  verification: 'Un centavo por cada cuenta que se confirma.',
} as const satisfies Record<LimitedPurpose, string>

/** What a limit means in numbers, or what the orders are for while it cannot be read. */
function effectText(purpose: LimitedPurpose, limits: DailyLimits | undefined): string {
  if (limits?.[purpose] === 0) return 'Con $0.00 no se envía ninguna: todas esperan.'
  if (purpose !== 'verification' || limits === undefined) return purposes[purpose]
  return `Alcanza para ${pluralize(limits.verification, 'cuenta', 'cuentas')}, a un centavo cada una.`
}

/** What was sent today against the stored limit, and the orders that wait because of it. */
function Usage({ purpose, usage }: { purpose: LimitedPurpose; usage: LimitUsage }) {
  const { limit, sent_today, held_count, held_amount } = usage
  const isReached = held_count > 0 || (limit > 0 && sent_today >= limit)
  return (
    <div className={classes.usage} data-reached={isReached}>
      <p className={classes.sent}>
        Hoy: <strong>{formatMoney(sent_today)}</strong> de {formatMoney(limit)}
      </p>
      <meter
        className={classes.meter}
        min={0}
        max={Math.max(limit, 1)}
        value={sent_today}
        aria-label={`${limitNames[purpose]}: enviado hoy`}
      />
      {held_count === 0 ? (
        <p className={classes.none}>Ninguna orden espera.</p>
      ) : (
        <AnchorLink to="/stp" search={{ held: true, purpose }} size="sm">
          {pluralize(held_count, 'orden espera', 'órdenes esperan')}: {formatMoney(held_amount)}
        </AnchorLink>
      )}
    </div>
  )
}

function LimitField({ state, purpose }: { state: LimitsFormState; purpose: LimitedPurpose }) {
  const { error, ...input } = state.form.getInputProps(purpose)
  return (
    <TextInput
      label={limitNames[purpose]}
      {...input}
      error={error}
      description={error ? undefined : effectText(purpose, state.typed)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      leftSection="$"
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: classes.amount ?? '' }}
    />
  )
}

function ChangesDialog({ state }: { state: LimitsFormState }) {
  const { changes, before, typed, isConfirmOpen, closeConfirm, save } = state
  return (
    <ConfirmDialog
      opened={isConfirmOpen}
      title="¿Guardar los límites?"
      text="Cuentan en cuanto se guarden o los autorice otro administrador. Las órdenes que esperan y ya caben salen en menos de un minuto."
      confirmLabel="Guardar"
      onConfirm={save}
      onClose={closeConfirm}
    >
      <ul className={classes.changes} aria-label="Cambios">
        {changes.map((purpose) => (
          <li key={purpose}>
            <span>{limitNames[purpose]}</span>
            <span className={classes.values}>
              {formatMoney(before[purpose])}
              <IconArrowRight size={16} stroke={1.75} aria-label="a" />
              <strong>{typed !== undefined && formatMoney(typed[purpose])}</strong>
            </span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

function LimitsForm({ stored }: { stored: OrderLimits }) {
  const state = useLimitsForm(stored)
  const { formProps, changes, typed, refusal, discard, form } = state
  const isDirty = form.isDirty()
  const guard = useLeaveGuard(isDirty, () => undefined)
  return (
    <form {...formProps} aria-label="Límites de envíos por día">
      <DraftNotice draft={state.draft} />
      <p className={classes.hint}>
        Lo que rebasa el límite espera: sale al día siguiente o cuando lo subas. Los préstamos no cuentan
        aquí.
      </p>
      {LIMITED_PURPOSES.map((purpose) => (
        <div key={purpose} className={classes.row}>
          <LimitField state={state} purpose={purpose} />
          <Usage purpose={purpose} usage={stored[purpose]} />
        </div>
      ))}
      <FormError text={refusal} />
      <div className={classes.foot}>
        <Button variant="default" disabled={!isDirty} onClick={discard}>
          Deshacer
        </Button>
        <Button type="submit" disabled={typed !== undefined && changes.length === 0}>
          Guardar límites
        </Button>
      </div>
      <ChangesDialog state={state} />
      {guard.question}
    </form>
  )
}

/** The lender's limits per day of outgoing orders, with what they let through today and what they hold back. */
export function OrderLimitsCard() {
  const query = useQuery(orderLimitsQuery)
  return (
    <div className={classes.card}>
      <Card title="Envíos por día">
        {query.data === undefined ? (
          <LoadState query={query} title="No se pudieron cargar los límites." />
        ) : (
          <SecondAdmin action="order_limits.change" history="order_limits.changed">
            <LimitsForm stored={query.data} />
          </SecondAdmin>
        )}
      </Card>
    </div>
  )
}
