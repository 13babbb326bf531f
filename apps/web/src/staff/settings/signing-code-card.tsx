import { Button, Radio, Stack } from '@mantine/core'
import type { SigningSettings } from '@quincena/domain/loans/signing-code'
import {
  SIGNING_CODE_CHANNELS,
  signingCodeHints,
  signingCodeNames,
} from '@quincena/domain/loans/signing-code-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { toast } from '../../components/toast.tsx'
import { isAsked, settingAskedText } from '../../lib/approvals.ts'
import { SecondAdmin } from '../protected-setting/second-admin.tsx'
import { signingSettingsQuery, useSaveSigningSettings } from './api.ts'
import classes from './settings-page.module.css'

const noMessages = 'Esta instalación no tiene un proveedor de mensajes.'

function Form({ stored }: { stored: SigningSettings }) {
  const [channel, setChannel] = useState(stored.channel)
  const { mutate, isPending } = useSaveSigningSettings()
  const save = () =>
    mutate(
      { channel, version: stored.version },
      {
        onSuccess(answer) {
          if (isAsked(answer)) setChannel(stored.channel)
          toast.success(isAsked(answer) ? settingAskedText : 'Configuración guardada')
        },
        onError: (error) => void toast.error(error),
      },
    )
  const choose = (value: string) => {
    const chosen = SIGNING_CODE_CHANNELS.find((one) => one === value)
    if (chosen !== undefined) setChannel(chosen)
  }
  const isMissing = (value: string) => value === 'message' && !stored.has_messages
  return (
    <SecondAdmin action="signing_settings.change" history="signing_settings.changed">
      <Radio.Group
        label="Pedir un código al firmar"
        description="Vale 10 minutos y una sola firma. La hoja de evidencia del contrato dice a dónde se envió y cuándo se confirmó."
        value={channel}
        onChange={choose}
      >
        <Stack gap="sm" mt="sm">
          {SIGNING_CODE_CHANNELS.map((value) => (
            <Radio
              key={value}
              value={value}
              label={signingCodeNames[value]}
              description={isMissing(value) ? noMessages : signingCodeHints[value]}
              disabled={isMissing(value) && channel !== value}
            />
          ))}
        </Stack>
      </Radio.Group>
      <div className={classes.save}>
        <Button onClick={save} loading={isPending} disabled={channel === stored.channel}>
          Guardar
        </Button>
      </div>
    </SecondAdmin>
  )
}

/** Whether a worker's signature needs a one-time code. */
export function SigningCodeCard() {
  const query = useQuery(signingSettingsQuery)
  return (
    <div className={classes.another}>
      <Card title="Firma de los contratos">
        {query.data === undefined ? (
          <LoadState query={query} title="No se pudo cargar la configuración." />
        ) : (
          <Form key={query.data.version} stored={query.data} />
        )}
      </Card>
    </div>
  )
}
