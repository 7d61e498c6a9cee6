{{/* The release's name, followed by the chart's unless it already contains it. */}}
{{- define "switchback.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* The labels of a selector. Takes {root, component}. */}}
{{- define "switchback.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Takes {root, component}. */}}
{{- define "switchback.labels" -}}
{{ include "switchback.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "switchback.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{/* The Secret that a process reads. Takes {root, name}: the name of a Secret that this chart creates. */}}
{{- define "switchback.secret" -}}
{{- if ne .root.Values.secrets.mode "existing" }}{{ .name }}{{ else }}{{ required "secrets.existing names the Secret of mode existing" .root.Values.secrets.existing }}{{ end }}
{{- end }}

{{/* The environment of a process. Takes {root, service, secret, secrets}: a service merged with the defaults, or the
     migrations; the Secret to read; and which of its keys to read in addition to those of the engines. */}}
{{- define "switchback.env" -}}
{{- $root := .root }}
{{- $secret := .secret }}
{{- $settings := deepCopy $root.Values.settings }}
{{- $secrets := .secrets }}
{{- range .service.uses }}
{{- $engine := get $root.Values.engines . | required (printf "engines.%s is used and not described" .) }}
{{- if $engine.enabled }}
{{- $settings = merge $settings $engine.settings }}
{{- $secrets = concat $secrets $engine.secrets }}
{{- end }}
{{- end }}
{{- range .service.calls }}
{{- $called := mustMergeOverwrite (deepCopy $root.Values.defaults) (get $root.Values.services . | required (printf "service %s is called and not described" .)) }}
{{- $_ := set $settings (printf "%s_ADDRESS" (upper .)) (printf "%s-%s:%v" (include "switchback.name" $root) . $called.port) }}
{{- end }}
{{- $settings = merge (deepCopy (.service.settings | default dict)) $settings }}
{{- range $name, $value := $settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- range $secrets | uniq | sortAlpha }}
- name: {{ . }}
  valueFrom:
    secretKeyRef: { name: {{ $secret }}, key: {{ . }} }
{{- end }}
{{- end }}

{{/* The security settings of every pod: no token, no privileges. */}}
{{- define "switchback.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ . }}
  runAsGroup: {{ . }}
  fsGroup: {{ . }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "switchback.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}
