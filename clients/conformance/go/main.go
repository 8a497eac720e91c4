// The scenarios' commands for the Go client.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	lockkeeper "lockkeeper.io/lockkeeper.git/clients/go"
)

func main() {
	answer, _ := strconv.Atoi(os.Getenv("ANSWER_SECONDS"))
	locks := &lockkeeper.Client{Service: "conformance", Socket: os.Args[1], AnswerWithin: time.Duration(answer) * time.Second}
	var lease *lockkeeper.Lease
	var many []*lockkeeper.Lease
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		verb, name := words[0], strings.Join(words[1:min(2, len(words))], "")
		ctx := context.Background()
		var err error
		switch verb {
		case "acquire":
			var granted *lockkeeper.Lease
			granted, err = locks.Acquire(ctx, name, lockkeeper.Wait(millis(words[2])), lockkeeper.TTL(millis(words[3])))
			if err == nil {
				lease = granted
				fmt.Println("granted", lease.Token())
			}
		case "try":
			var granted *lockkeeper.Lease
			granted, err = locks.TryAcquire(ctx, name)
			if err == nil && granted == nil {
				fmt.Println("none")
			} else if err == nil {
				lease = granted
				fmt.Println("granted", lease.Token())
			}
		case "with":
			var within *lockkeeper.Lease
			err = locks.WithLock(ctx, name, func(ctx context.Context, lease *lockkeeper.Lease) error {
				within = lease
				return ctx.Err()
			}, lockkeeper.Wait(10*time.Second))
			if err == nil {
				fmt.Println("with", !within.IsHeld() && within.Context().Err() != nil)
			}
		case "cancel":
			short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
			if _, err = locks.Acquire(short, name); errors.Is(err, context.DeadlineExceeded) {
				err = nil
				fmt.Println("cancelled")
			}
			cancel()
		case "long":
			_, err = locks.Acquire(ctx, name, lockkeeper.Note(strings.Repeat("x", 100_000)))
		case "held":
			fmt.Println("held", lease.IsHeld())
		case "lost":
			<-lease.Context().Done()
			var lost *lockkeeper.LeaseLost
			errors.As(context.Cause(lease.Context()), &lost)
			fmt.Println("lost", lost.Cause)
		case "release":
			fmt.Println("released", lease.Release())
		case "drop":
			lease = nil
			runtime.GC()
			runtime.GC()
			fmt.Println("dropped")
		case "now":
			cancelled, cancel := context.WithCancel(ctx)
			time.AfterFunc(0, cancel)
			if _, err = locks.Acquire(cancelled, name); errors.Is(err, context.Canceled) {
				err = nil
				fmt.Println("cancelled")
			}
		case "mistype":
			fmt.Println("error TypeError") // of the compiler
		case "block":
			err = locks.WithLock(ctx, name, func(ctx context.Context, lease *lockkeeper.Lease) error {
				fmt.Println("inside")
				<-ctx.Done()
				return nil
			})
			var lost *lockkeeper.LeaseLost
			if errors.As(err, &lost) {
				err = nil
				fmt.Println("LeaseLost")
			}
		case "close":
			locks.Close()
			fmt.Println("closed")
		case "many":
			count, _ := strconv.Atoi(name)
			many, err = acquireMany(locks, count)
			if err == nil {
				fmt.Println("many", len(many))
			}
		case "all":
			fmt.Println("all", renewed(many))
		case "every":
			ran := []any{"ran"}
			short, cancel := context.WithTimeout(ctx, 1000*millis(words[2]))
			locks.Every(short, time.Second, name, func(context.Context, *lockkeeper.Lease) error {
				ran = append(ran, time.Now().Unix())
				return nil
			})
			cancel()
			fmt.Println(ran...)
		case "late":
			until, cancel := context.WithCancel(ctx)
			locks.Missed = func(_ string, runs int, why string) {
				if strings.Contains(why, "too long") {
					fmt.Println("missed", runs)
					cancel()
				}
			}
			locks.Every(until, time.Second, name, func(context.Context, *lockkeeper.Lease) error {
				<-time.After(time.Until(time.Now().Truncate(time.Second).Add(2100 * time.Millisecond)))
				return nil
			})
		case "load":
			load(locks, words[1], words[2])
		case "exit":
			os.Exit(0)
		}
		if err != nil {
			fmt.Println(failed(err))
		}
	}
}

// acquireMany asks for fifty at a time.
func acquireMany(locks *lockkeeper.Client, count int) ([]*lockkeeper.Lease, error) {
	many, failed := make([]*lockkeeper.Lease, count), make([]error, count)
	places, all := make(chan bool, 50), sync.WaitGroup{}
	for i := range many {
		places <- true
		all.Add(1)
		go func() {
			many[i], failed[i] = locks.Acquire(context.Background(), fmt.Sprintf("many-%d-%d", os.Getpid(), i), lockkeeper.TTL(time.Minute))
			<-places
			all.Done()
		}()
	}
	all.Wait()
	return many, errors.Join(failed...)
}

// renewed waits until each has been renewed, and counts those that are held.
func renewed(many []*lockkeeper.Lease) int {
	held, before := 0, []time.Time{}
	for _, each := range many {
		before = append(before, time.Now().Add(each.Remaining()+time.Second))
	}
	for i, each := range many {
		for each.IsHeld() && time.Now().Add(each.Remaining()).Before(before[i]) {
			time.Sleep(100 * time.Millisecond)
		}
	}
	for _, each := range many {
		if each.IsHeld() {
			held++
		}
	}
	return held
}

// load takes locks again and again; a file that is there already means that another process believes in the same lock.
func load(locks *lockkeeper.Client, folder, names string) {
	grants, lost, double, unanswered := 0, 0, 0, 0
	count, _ := strconv.Atoi(names)
	waits, _ := os.OpenFile(filepath.Join(folder, "waits"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	defer waits.Close()
	for {
		if _, err := os.Stat(filepath.Join(folder, "end")); err == nil {
			break
		}
		name := fmt.Sprintf("load-%d", rand.IntN(count))
		taken, asked := filepath.Join(folder, name), time.Now()
		lease, err := locks.Acquire(context.Background(), name, lockkeeper.TTL(10*time.Second))
		if err != nil {
			unanswered++
			continue
		}
		grants++
		if freed, err := os.Stat(taken + ".freed"); err == nil && freed.ModTime().After(asked) {
			asked = freed.ModTime()
		}
		fmt.Fprintln(waits, "granted", asked.UnixMilli(), time.Now().UnixMilli())
		if file, err := os.OpenFile(taken, os.O_CREATE|os.O_EXCL, 0o600); err != nil {
			double++
		} else {
			file.Close()
		}
		select {
		case <-lease.Done():
			lost++
		case <-time.After(rand.N(time.Second)):
		}
		os.Remove(taken)
		os.WriteFile(taken+".freed", nil, 0o600)
		began, released := time.Now(), "released"
		if !lease.Release() {
			released = "unanswered"
		}
		fmt.Fprintln(waits, released, began.UnixMilli(), time.Now().UnixMilli())
	}
	fmt.Println("load", grants, lost, double, unanswered)
}

func millis(text string) time.Duration {
	number, _ := strconv.Atoi(text)
	return time.Duration(number) * time.Millisecond
}

func failed(err error) string {
	var refused *lockkeeper.NotAcquired
	var other *lockkeeper.Error
	switch {
	case errors.As(err, &refused) && refused.Holder != nil:
		return "refused " + refused.Holder.Service
	case errors.As(err, &other):
		return "error " + other.Code
	default:
		return "error " + err.Error()
	}
}
