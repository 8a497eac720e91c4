package lockkeeper

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"
)

// The lock of a run is held for half the interval, and no longer than this. One half of that is for clocks that are behind, the other
// for a host agent that restarts.
const longestHold = 20 * time.Second

// Every does the work at each full interval of UTC, time.Hour on the hour, in one process of all that ask so, until the context ends.
// Runs that were left out are said to Client.Missed, and errors of the work to the log. A failed run is not repeated.
func (c *Client) Every(ctx context.Context, interval time.Duration, name string, work func(context.Context, *Lease) error,
	options ...Option) error {
	if interval < time.Second || interval%time.Second != 0 {
		return fmt.Errorf("an interval is a whole number of seconds, not %v", interval)
	}
	j := job{client: c, interval: interval, hold: min(interval/2, longestHold), name: name, work: work, options: options}
	for j.due = j.after(time.Now()); ; {
		if err := sleepUntil(ctx, j.due); err != nil {
			return err
		}
		j.run(ctx)
		j.next()
	}
}

// A job is work that Every does, one run at a time.
type job struct {
	client   *Client
	interval time.Duration
	hold     time.Duration
	name     string
	work     func(context.Context, *Lease) error
	options  []Option
	due      time.Time
	missed   int
	why      string
}

func (j *job) after(at time.Time) time.Time {
	seconds := int64(j.interval / time.Second)
	return time.Unix((at.Unix()/seconds+1)*seconds, 0).UTC()
}

func (j *job) run(ctx context.Context) {
	until := j.due.Add(j.hold / 2)
	if time.Now().After(until) {
		j.miss(1, "this process stood still")
		return
	}
	lease, err := j.client.acquire(ctx, j.name, append(j.options[:len(j.options):len(j.options)], Wait(0), j.details), time.Until(until))
	refused := (*NotAcquired)(nil)
	switch {
	case err == nil:
		if err := j.under(ctx, lease); err != nil && ctx.Err() == nil {
			slog.Error("A run failed", "job", j.name, "error", err)
		}
	case ctx.Err() != nil:
	case errors.As(err, &refused) && (refused.Holder == nil || refused.Holder.Details["run"] != ""):
		// A run elsewhere is none that was missed; the process of one that lasts too long says what it left out.
	default:
		j.miss(1, err.Error())
	}
}

// details has operators see which run it is.
func (j *job) details(line map[string]any) {
	details := map[string]string{}
	if given, there := line["details"].(map[string]string); there {
		maps.Copy(details, given)
	}
	details["run"] = j.due.Format(time.RFC3339)
	line["details"] = details
}

func (j *job) under(ctx context.Context, lease *Lease) error {
	return lease.during(ctx, func(ctx context.Context, lease *Lease) error {
		if err := j.work(ctx, lease); err != nil {
			slog.Error("A run failed", "job", j.name, "error", err)
		}
		return sleepUntil(ctx, j.due.Add(j.hold))
	})
}

func (j *job) miss(runs int, why string) {
	if j.missed == 0 {
		j.why = why
	}
	j.missed += runs
}

func (j *job) next() {
	due := j.due
	at := time.Now()
	if at.Before(due) {
		at = due
	}
	j.due = j.after(at)
	if over := int(j.due.Sub(due)/j.interval) - 1; over > 0 {
		j.miss(over, "the run before lasted too long")
	}
	if j.missed > 0 && j.client.Missed != nil {
		j.client.Missed(j.name, j.missed, j.why)
	} else if j.missed > 0 {
		slog.Warn("Runs were missed", "job", j.name, "runs", j.missed, "why", j.why)
	}
	j.missed = 0
}

// sleepUntil looks at the clock each minute, which may be set.
func sleepUntil(ctx context.Context, at time.Time) error {
	for left := time.Until(at); left > 0; left = time.Until(at) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(left, time.Minute)):
		}
	}
	return ctx.Err()
}
