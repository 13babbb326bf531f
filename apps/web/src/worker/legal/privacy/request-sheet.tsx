import { Button, NativeSelect, Textarea } from '@mantine/core'
import { rightNames } from '@quincena/domain/privacy-requests/rules'
import { privacyRequestBody } from '@quincena/domain/privacy-requests/schema'
import { type SubmitEvent, useState } from 'react'
import { BottomSheet } from '../../../components/bottom-sheet.tsx'
import stack from '../../../components/phone/stack.module.css'
import { toast } from '../../../components/toast.tsx'
import { useAskForPrivacy } from './api.ts'

const rights = [
  { value: '', label: 'Elige un derecho' },
  ...Object.entries(rightNames).map(([value, label]) => ({ value, label })),
]

const untouched = { right: '', detail: '' }

function RequestForm({ onSent }: { onSent: () => void }) {
  const [values, setValues] = useState(untouched)
  const [problems, setProblems] = useState<Partial<typeof untouched>>({})
  const { mutate } = useAskForPrivacy()
  // The mutation's `isPending` changes too late after a tap: a second tap would send the request again.
  const [isBusy, setIsBusy] = useState(false)
  const change = (changed: Partial<typeof untouched>) => {
    setValues({ ...values, ...changed })
    setProblems({})
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    const { data, error } = privacyRequestBody.safeParse(values)
    if (data === undefined)
      return setProblems(
        Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])),
      )
    setIsBusy(true)
    mutate(data, {
      onSuccess: ({ folio }) => {
        toast.success(`Recibimos tu solicitud ${folio}.`)
        onSent()
      },
      onError: toast.error,
      onSettled: () => setIsBusy(false),
    })
  }
  return (
    <form className={stack.stack} onSubmit={submit} noValidate>
      <NativeSelect
        size="lg"
        label="Derecho"
        data={rights}
        value={values.right}
        error={problems.right}
        onChange={(event) => change({ right: event.currentTarget.value })}
      />
      <Textarea
        size="lg"
        label="Qué datos y qué necesitas"
        rows={4}
        maxLength={2000}
        value={values.detail}
        error={problems.detail}
        onChange={(event) => change({ detail: event.currentTarget.value })}
      />
      <p className={stack.note}>Es gratis. Respondemos en un máximo de 20 días hábiles.</p>
      <Button type="submit" size="lg" fullWidth loading={isBusy}>
        Enviar solicitud
      </Button>
    </form>
  )
}

/** Form for a privacy request: which right, and over which data. */
export function RequestSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <BottomSheet opened={opened} title="Tus derechos ARCO" onClose={onClose}>
      <RequestForm onSent={onClose} />
    </BottomSheet>
  )
}
