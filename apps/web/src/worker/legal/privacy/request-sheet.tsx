import { Button, NativeSelect, Textarea } from '@mantine/core'
import { rightNames } from '@quincena/domain/privacy-requests/rules'
import { privacyRequestBody } from '@quincena/domain/privacy-requests/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { BottomSheet } from '../../../components/bottom-sheet.tsx'
import stack from '../../../components/phone/stack.module.css'
import { explainByToast, useServerForm } from '../../../components/server-form.ts'
import { toast } from '../../../components/toast.tsx'
import { useSendPrivacyRequest } from './api.ts'

const rights = [
  { value: '', label: 'Elige un derecho' },
  ...Object.entries(rightNames).map(([value, label]) => ({ value, label })),
]

function RequestForm({ onSent }: { onSent: () => void }) {
  const { mutateAsync } = useSendPrivacyRequest()
  const { form, formProps } = useServerForm({
    schema: privacyRequestBody,
    initial: { right: '', detail: '' },
    explain: explainByToast,
    send: async (body) => {
      const { folio } = await mutateAsync(body)
      toast.success(`Recibimos tu solicitud ${folio}.`)
      onSent()
    },
  })
  return (
    <form className={stack.stack} {...formProps}>
      <NativeSelect size="lg" label="Derecho" data={rights} {...form.getInputProps('right')} />
      <Textarea
        size="lg"
        label="Qué datos y qué necesitas"
        rows={4}
        maxLength={TEXT_LIMITS.privacy_detail}
        {...form.getInputProps('detail')}
      />
      <p className={stack.note}>Es gratis. Respondemos en un máximo de 20 días hábiles.</p>
      <Button type="submit" size="lg" fullWidth loading={form.submitting}>
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
