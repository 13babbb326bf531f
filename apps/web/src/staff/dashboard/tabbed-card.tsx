import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '../../components/card.tsx'
import classes from './tabbed-card.module.css'

interface TabbedCardProps<Value extends string> {
  title: string
  /** Accessible name of the tab list. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** Content of the chosen tab. */
  children: ReactNode
}

/** Card with tabs in its header. */
export function TabbedCard<Value extends string>(props: TabbedCardProps<Value>) {
  const { title, label, options, value, onChange, children } = props
  const choose = (chosen: string | null) => {
    const option = options.find((each) => each.value === chosen)
    if (option) onChange(option.value)
  }
  const tabs = (
    <Tabs.List aria-label={label}>
      {options.map((option) => (
        <Tabs.Tab key={option.value} value={option.value}>
          {option.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
  return (
    <Tabs
      variant="pills"
      value={value}
      onChange={choose}
      classNames={{ root: classes.root ?? '', list: classes.list ?? '', tab: classes.tab ?? '' }}
    >
      <Card title={title} action={tabs}>
        {options.map((option) => (
          <Tabs.Panel key={option.value} value={option.value}>
            {option.value === value && children}
          </Tabs.Panel>
        ))}
      </Card>
    </Tabs>
  )
}
