import { useDisclosure } from '@mantine/hooks'
import { formatMoney } from '@quincena/domain/format'
import {
  type DailyLimits,
  LIMITED_PURPOSES,
  type LimitedPurpose,
  type OrderLimits,
  orderLimitsForm,
} from '@quincena/domain/transfers/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDraft } from '../../components/draft.ts'
import { correctErrors, refusalText, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { isAsked, settingAskedText } from '../../lib/approvals.ts'
import { clashText, isStale, mergedText, mergeEdits } from '../../lib/merge-edits.ts'
import { orderLimitsQuery, useSaveOrderLimits } from './api.ts'

type Values = Record<LimitedPurpose, string>

function limitsOf(stored: OrderLimits): DailyLimits {
  const { refund, verification, return: returned } = stored
  return { refund: refund.limit, verification: verification.limit, return: returned.limit }
}

/** The limits as the fields show them: `200,000.00`. */
function textsOf(limits: DailyLimits): Values {
  const textOf = (purpose: LimitedPurpose) => formatMoney(limits[purpose]).replace('$', '')
  return { refund: textOf('refund'), verification: textOf('verification'), return: textOf('return') }
}

const readValues = (values: Values): DailyLimits | undefined => orderLimitsForm.safeParse(values).data

export type LimitsFormState = ReturnType<typeof useLimitsForm>

/** Form of the limits per day: reads each amount as it is typed and asks for confirmation of the changes. */
export function useLimitsForm(first: OrderLimits) {
  // The limits that the form edits; a conflict with another admin's save replaces them.
  const [edited, setEdited] = useState({ limits: limitsOf(first), version: first.version })
  const [isConfirmOpen, confirmDialog] = useDisclosure(false)
  const client = useQueryClient()
  const { mutateAsync } = useSaveOrderLimits()
  const { form, formProps, refusal, failAfterDialog, reset } = useServerForm({
    schema: orderLimitsForm,
    initial: textsOf(edited.limits),
    validateOn: 'blur',
    explain: (failure) => (failure.error === undefined ? correctErrors : refusalText(failure)),
    send: confirmDialog.open,
  })
  const draft = useDraft('order-limits', form)
  const typed = readValues(form.values)
  // Another admin's change shows where nothing is typed; else the next save merges it.
  const isOlder = first.version > edited.version && !form.isDirty()
  useEffect(() => {
    if (isOlder) start(first)
  })
  const isChanged = (purpose: LimitedPurpose) =>
    typed !== undefined && typed[purpose] !== edited.limits[purpose]

  /** Edits these limits from now on and shows `values`. */
  const start = (stored: OrderLimits, values = textsOf(limitsOf(stored))) => {
    setEdited({ limits: limitsOf(stored), version: stored.version })
    form.setInitialValues(textsOf(limitsOf(stored)))
    form.setValues(values)
  }
  /** Merges what another admin saved meanwhile; returns the error to show. */
  const mergeStale = async (error: unknown) => {
    if (!isStale(error)) return error
    const stored = await client.fetchQuery({ ...orderLimitsQuery, staleTime: 0 }).catch(() => undefined)
    if (stored === undefined) return error
    const fresh = textsOf(limitsOf(stored))
    const { values, clashes } = mergeEdits({ initial: textsOf(edited.limits), typed: form.values, fresh })
    start(stored, values)
    const clashing = LIMITED_PURPOSES.filter((purpose) => clashes.includes(purpose))
    const errors = Object.fromEntries(clashing.map((purpose) => [purpose, [clashText(`$${fresh[purpose]}`)]]))
    const detail = `${errorText(error)} ${mergedText}`
    return new ApiError({ status: 409, code: 'order_limits.changed', detail, errors })
  }
  const askedFor = () => {
    reset()
    toast.success(settingAskedText)
  }
  const save = async () => {
    if (typed === undefined) return
    try {
      const answer = await mutateAsync({ ...typed, version: edited.version })
      if (isAsked(answer)) return askedFor()
      start(answer)
      toast.success('Límites guardados.')
    } catch (error) {
      failAfterDialog(await mergeStale(error))
    }
  }
  return {
    ...{ form, draft, formProps, refusal, typed, save, discard: reset },
    before: edited.limits,
    changes: LIMITED_PURPOSES.filter(isChanged),
    isConfirmOpen,
    closeConfirm: confirmDialog.close,
  }
}
