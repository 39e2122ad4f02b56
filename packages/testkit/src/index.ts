// What tests of the whole lean on: real programs, real clients, and waiting for conditions.

export { answerCheck } from './answer-check.ts'
export { startControlPlane, type ControlPlane, type JoinedRelay, type PlannedDevice } from './control-plane/index.ts'
export { acceptsConnections } from './accepts-connections.ts'
export { solveCaptcha } from './captcha.ts'
export { eventually, type EventuallyOptions } from './eventually.ts'
export { freePort, freePortRange } from './free-port.ts'
export { startNameServer, type NameServer } from './name-server.ts'
export { startNatsServer, type NatsServer } from './nats-server.ts'
export {
  openSsh,
  runScp,
  runSsh,
  sha256Of,
  startOpensshServer,
  type CommandAnswer,
  type OpensshServer,
  type OpensshTarget,
} from './openssh.ts'
export { startSmtpSink, type ReceivedMail, type SmtpSink } from './smtp-sink.ts'
export {
  runProgram,
  startProgram,
  type ProgramExit,
  type ProgramOptions,
  type RunningProgram,
} from './start-program.ts'
export { startEcho, startTcpService, type TcpService } from './tcp-service.ts'
export { createTempDir, type TempDir } from './temp-dir.ts'
export { startWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from './webhook-receiver.ts'
