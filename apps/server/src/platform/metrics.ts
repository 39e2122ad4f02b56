// What Prometheus reads at /metrics. Each part of the server adds its own figures to the one registry.

import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = Registry
export { Gauge, Histogram }

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'farport_' })
  return registry
}
