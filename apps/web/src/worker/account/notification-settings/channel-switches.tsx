import type { NoticeTopic, OuterChannel } from '@quincena/domain/notifications/topics'
import { outerChannels } from '@quincena/domain/notifications/topics'
import type { Preferences } from '@quincena/domain/sessions/schema'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { toast } from '../../../components/toast.tsx'
import { useTurnPreference } from '../api.ts'
import classes from './channel-switches.module.css'

const names: Record<OuterChannel, string> = { push: 'Celular', mail: 'Correo', message: 'Mensaje' }

interface ChannelSwitchesProps {
  topic: NoticeTopic
  /** Name of the topic, for screen readers. */
  label: string
  channels: Preferences['channels']
}

/** Switches of the channels through which notifications of a topic leave the app, as far as they can be changed. */
export function ChannelSwitches({ topic, label, channels }: ChannelSwitchesProps) {
  const { mutate } = useTurnPreference()
  const switches = channels[topic] ?? {}
  const turn = (channel: OuterChannel, on: boolean) =>
    mutate({ channels: { [topic]: { [channel]: on } } }, { onError: toast.error })
  return (
    <ul className={classes.channels} aria-label={`Por dónde: ${label}`}>
      {outerChannels.map((channel) => {
        const isOn = switches[channel]
        if (isOn === undefined) return null
        const Icon = isOn ? IconCheck : IconPlus
        return (
          <li key={channel}>
            <button
              type="button"
              className={classes.channel}
              aria-pressed={isOn}
              onClick={() => turn(channel, !isOn)}
            >
              <Icon className={classes.mark} size={16} stroke={1.75} aria-hidden />
              {names[channel]}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
